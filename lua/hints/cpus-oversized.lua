-- SPDX-License-Identifier: GPL-2.0-or-later
local GIB = 1024 ^ 3

--- The option that asks for enough, and how many CPUs that is over the whole job.
local function enough_for(job, busy)
  local tasks, each = job.num_tasks or 1, job.cpus_per_task or 1
  if each > 1 then
    local cpus = math.max(1, math.ceil(busy * 1.1 / tasks))
    return string.format("--cpus-per-task=%d", cpus), cpus * tasks
  end
  -- several tasks that keep one CPU busy together are one; how else to share out work is not ours to say
  if tasks > 1 and busy * 1.1 <= 1 then return "--ntasks=1", 1 end
  return nil
end

--- Unless --mem fixes it, memory shrinks with the CPUs.
local function memory_still_fits(job, history, cpus)
  if job.mem_per_node_mib then return true end
  if not (history.mem_upper_bytes and history.mem_asked_least_bytes and history.cpus_asked_most) then return false end
  local share = history.mem_asked_least_bytes / history.cpus_asked_most
  return share * cpus >= history.mem_upper_bytes * 1.25
end

local function runs(n, busy, cpus)
  return { cpu_runs = n, cpus_used_milli = busy and math.ceil(busy * 1000), cpus_asked_most = cpus, elapsed_s = 3600 }
end

return {
  slug = "cpus-oversized",
  since = "0.1",
  phases = { "submit", "check", "month" },
  severity = "waste",
  needs = "history",
  title = "Far more CPUs are asked for than earlier runs of this script kept busy",
  why = [[
CPUs that a job holds and does not use are idle for everybody. Often the program runs on one CPU only, or was never
told how many it may take. And a job that asks for fewer finds a place sooner.]],
  todo = [[
If the program could use more, tell it how many it has ($SLURM_CPUS_PER_TASK, OMP_NUM_THREADS, --threads). If it
cannot, ask for what it keeps busy. `seff JOBID` or `sacct -j JOBID -o TotalCPU,Elapsed,ReqCPUS` show it.]],
  exceptions = [[
The figure is CPU time by elapsed time of the busiest run: a program that needs many CPUs for a short while and then
waits looks small. Nothing is said with fewer than three completed runs, for --exclusive, for CPUs by GPU, where fewer
CPUs would mean too little memory, and when you ask for more CPUs than in any run before.]],
  texts = {
    en = "CPUs: your last {runs} runs kept at most {busy} of {asked} busy; {option} fits",
  },
  example = {
    before = {
      text = "#SBATCH --cpus-per-task=32 --mem=16G",
      job = { min_cpus = 32, cpus_per_task = 32, mem_per_node_mib = 16384 },
      history = runs(14, 1.2, 32),
    },
    after = {
      text = "#SBATCH --cpus-per-task=2 --mem=16G",
      job = { min_cpus = 2, cpus_per_task = 2, mem_per_node_mib = 16384 },
      history = runs(14, 1.2, 32),
    },
  },
  cases = {
    { fires = true, job = { min_cpus = 8, num_tasks = 8, mem_per_node_mib = 1024 }, history = runs(3, 0.9, 8) },
    { fires = true, job = { min_cpus = 16, cpus_per_task = 16, mem_per_cpu_mib = 4096 },
      history = { cpu_runs = 5, cpus_used_milli = 900, cpus_asked_most = 16, mem_upper_bytes = GIB,
        mem_asked_least_bytes = 64 * GIB } },
    { fires = false, job = { min_cpus = 16, cpus_per_task = 16, mem_per_cpu_mib = 4096 },
      history = { cpu_runs = 5, cpus_used_milli = 900, cpus_asked_most = 16, mem_upper_bytes = 60 * GIB,
        mem_asked_least_bytes = 64 * GIB } },
    { fires = false, job = { min_cpus = 16, cpus_per_task = 16 }, history = runs(14, 1, 16) },
    { fires = false, job = { min_cpus = 8, num_tasks = 8, mem_per_node_mib = 1024 }, history = runs(14, 3, 8) },
    { fires = false, job = { min_cpus = 32, cpus_per_task = 32, mem_per_node_mib = 1 }, history = runs(2, 1, 32) },
    { fires = false, job = { min_cpus = 32, cpus_per_task = 32, mem_per_node_mib = 1 }, history = runs(14, 20, 32) },
    { fires = false, job = { min_cpus = 32, cpus_per_task = 32, mem_per_node_mib = 1 }, history = runs(14, 1, 8) },
    { fires = false, job = { min_cpus = 2, cpus_per_task = 2, mem_per_node_mib = 1 }, history = runs(14, 0.1, 2) },
    { fires = false, job = { min_cpus = 32, cpus_per_task = 32, mem_per_node_mib = 1 }, history = { cpu_runs = 0 } },
    { fires = false, job = { min_cpus = 32, cpus_per_task = 32, mem_per_node_mib = 1, shared = 0 },
      history = runs(14, 1, 32) },
  },

  fires = function(job, _, history)
    local asked = job.min_cpus
    if not asked or job.shared == 0 or job.cpus_per_tres then return nil end
    if (job.tasks_per_node or (job.min_nodes or 1) > 1) and not job.num_tasks then return nil end
    if history.cpu_runs < 3 or not history.cpus_used_milli then return nil end
    if asked > (history.cpus_asked_most or 0) then return nil end -- more than ever: there is a reason
    local busy = history.cpus_used_milli / 1000
    local option, enough = enough_for(job, busy)
    if not option or asked < 2 * enough or asked - enough < 2 then return nil end
    if not memory_still_fits(job, history, enough) then return nil end
    return {
      runs = history.cpu_runs,
      busy = busy,
      asked = asked,
      option = option,
      stake = (asked - enough) * (history.elapsed_s or 3600) / 3600,
    }
  end,
}
