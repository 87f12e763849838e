-- SPDX-License-Identifier: GPL-2.0-or-later
local MIB, GIB = 1024 ^ 2, 1024 ^ 3

local function whole_gib(bytes) return math.max(1, math.ceil(bytes / GIB)) end

--- The option that asks for enough, and how much that is over the whole job.
local function enough_for(job, history)
  local peak = history.mem_upper_bytes * 1.25
  if job.mem_per_node_mib then
    local gib = whole_gib(peak) -- even if all of it lies on one of the nodes
    return string.format("--mem=%dG", gib), gib * GIB * (job.min_nodes or 1)
  end
  local cpus = job.min_cpus or 1
  local one_node = (job.num_tasks or 1) == 1 or job.max_nodes == 1
  local gib = one_node and whole_gib(peak / cpus)
    -- tasks may be spread over nodes unevenly: each must find its own memory beside its own CPUs
    or whole_gib((history.mem_task_bytes or history.mem_upper_bytes) * 1.25 / (job.cpus_per_task or 1))
  return string.format("--mem-per-cpu=%dG", gib), gib * GIB * cpus
end

local function runs(n, peak, asked, cpus)
  return { mem_runs = n, mem_task_bytes = peak, mem_upper_bytes = peak, mem_asked_most_bytes = asked,
    cpus_asked_most = cpus or 1, elapsed_s = 3600 }
end

return {
  slug = "memory-oversized",
  since = "0.1",
  phases = { "submit", "check", "month" },
  severity = "waste",
  needs = "history",
  title = "Far more memory is asked for than earlier runs of this script held",
  why = [[
Memory that a job asks for is reserved, used or not: CPUs and GPUs of the node stand idle because no memory is left
for the jobs that could use them. And a job that asks for less finds a place sooner.]],
  todo = [[
Ask for the peak of your earlier runs and a quarter more. What a run took is in `sacct -j JOBID -o JobID,MaxRSS,ReqMem`;
where a run had several tasks, the hint counts the sum of their peaks.]],
  exceptions = [[
Nothing is said with fewer than three completed runs whose memory was measured (runs of some seconds are not), for
--exclusive and --mem=0, and when you ask for more memory or more CPUs than in any run before. A run that was out of
memory counts as one that needed all it had asked for.]],
  texts = {
    en = "memory: your last {runs} runs peaked at {peak:bytes} of {asked:bytes}; {option} fits",
  },
  example = {
    before = {
      text = "#SBATCH --mem=64G",
      job = { mem_per_node_mib = 65536, min_cpus = 1 },
      history = runs(14, 1.4 * GIB, 64 * GIB),
    },
    after = {
      text = "#SBATCH --mem=2G",
      job = { mem_per_node_mib = 2048, min_cpus = 1 },
      history = runs(14, 1.4 * GIB, 64 * GIB),
    },
  },
  cases = {
    { fires = true, job = { mem_per_node_mib = 8192 }, history = runs(3, 5 * MIB, 8 * GIB) },
    { fires = true, job = { mem_per_cpu_mib = 8192, min_cpus = 8, cpus_per_task = 8 },
      history = runs(3, 4 * GIB, 64 * GIB, 8) },
    { fires = false, job = { mem_per_node_mib = 8192 }, history = runs(2, 5 * MIB, 8 * GIB) },
    { fires = false, job = { mem_per_node_mib = 8192 }, history = { mem_runs = 0 } },
    { fires = false, job = { mem_per_node_mib = 2560 }, history = runs(14, 5 * MIB, 8 * GIB) },
    { fires = false, job = { mem_per_node_mib = 65536 }, history = runs(14, 30 * GIB, 64 * GIB) },
    { fires = false, job = { mem_per_node_mib = 65536 }, history = runs(14, 5 * MIB, 8 * GIB) },
    { fires = false, job = { mem_per_node_mib = 8192, min_cpus = 16 }, history = runs(14, 5 * MIB, 8 * GIB) },
    { fires = false, job = { mem_per_node_mib = 0 }, history = runs(14, 5 * MIB, 8 * GIB) },
    { fires = false, job = {}, history = runs(14, 5 * MIB, 8 * GIB) },
    { fires = false, job = { mem_per_node_mib = 8192, shared = 0 }, history = runs(14, 5 * MIB, 8 * GIB) },
    { fires = false, job = { mem_per_cpu_mib = 4096, min_cpus = 32, num_tasks = 32, cpus_per_task = 1 },
      history = runs(9, 3 * GIB, 128 * GIB, 32) },
  },

  fires = function(job, _, history)
    if history.mem_runs < 3 or not history.mem_upper_bytes or job.shared == 0 then return nil end
    local asked = job.mem_per_node_mib and job.mem_per_node_mib * (job.min_nodes or 1)
      or job.mem_per_cpu_mib and job.mem_per_cpu_mib * (job.min_cpus or 1)
    if not asked or asked == 0 then return nil end
    asked = asked * MIB
    -- more than ever, or on more CPUs than ever: there is a reason
    if asked > (history.mem_asked_most_bytes or 0) * 1.01 then return nil end
    if history.cpus_asked_most and (job.min_cpus or 1) > history.cpus_asked_most then return nil end
    local option, enough = enough_for(job, history)
    if asked < 2 * enough or asked - enough < 2 * GIB then return nil end
    return {
      runs = history.mem_runs,
      peak = history.mem_upper_bytes,
      asked = asked,
      option = option,
      stake = (asked - enough) / (4 * GIB) * (history.elapsed_s or 3600) / 3600, -- 4 GB go with a CPU, commonly
    }
  end,
}
