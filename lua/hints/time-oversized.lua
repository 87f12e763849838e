-- SPDX-License-Identifier: GPL-2.0-or-later
local function friendly(minutes)
  local step = minutes <= 60 and 5 or minutes <= 180 and 15 or minutes <= 720 and 30 or minutes <= 2880 and 60 or 720
  return math.ceil(minutes / step) * step
end

local function clock(minutes)
  local days, hours = minutes // 1440, minutes % 1440 // 60
  local text = string.format("%d:%02d:00", hours, minutes % 60)
  return days > 0 and string.format("%d-%02d:%02d:00", days, hours, minutes % 60) or text
end

local function runs(n, longest_s, limit_s)
  return { elapsed_runs = n, elapsed_s = longest_s, limit_most_s = limit_s }
end

return {
  slug = "time-oversized",
  since = "0.1",
  phases = { "submit", "check", "month" },
  severity = "waste",
  needs = "history",
  title = "The time limit is far above what earlier runs of this script took",
  why = [[
The scheduler fills gaps with jobs that are sure to end before the gap does. A job whose limit is two days waits for a
gap of two days, even if it is done within the hour.]],
  todo = [[
Set --time to a little more than your longest run. If a run may need longer now and then, --time-min lets Slurm start
it in a shorter gap.]],
  exceptions = [[
Nothing is said with fewer than three completed runs, for jobs without a limit of their own or with --time-min, and
when you ask for more time than in any run before. A run that hit its limit counts as one that needed all of it.]],
  texts = {
    en = "time: your last {runs} runs took at most {longest:duration} of {asked:duration}; {option} fits",
  },
  example = {
    before = {
      text = "#SBATCH --time=2-00:00:00",
      job = { time_limit_min = 2880, min_cpus = 8 },
      history = runs(14, 3900, 172800),
    },
    after = {
      text = "#SBATCH --time=1:50:00",
      job = { time_limit_min = 110, min_cpus = 8 },
      history = runs(14, 3900, 172800),
    },
  },
  cases = {
    { fires = true, job = { time_limit_min = 1440 }, history = runs(3, 20, 86400) },
    { fires = false, job = { time_limit_min = 1440 }, history = runs(2, 20, 86400) },
    { fires = false, job = {}, history = runs(14, 3900, 172800) },
    { fires = false, job = { time_limit_min = math.huge }, history = runs(14, 3900, 172800) },
    { fires = false, job = { time_limit_min = 2880, time_min_min = 60 }, history = runs(14, 3900, 172800) },
    { fires = false, job = { time_limit_min = 60 }, history = runs(14, 60, 3600) },
    { fires = false, job = { time_limit_min = 2880 }, history = runs(14, 3900, 7200) },
    { fires = false, job = { time_limit_min = 2880 }, history = runs(14, 172800, 172800) },
    { fires = false, job = { time_limit_min = 2880 }, history = { elapsed_runs = 0 } },
  },

  fires = function(job, _, history)
    local limit = job.time_limit_min
    if not limit or limit == math.huge or limit == 0 or job.time_min_min then return nil end
    if history.elapsed_runs < 3 or not history.elapsed_s then return nil end
    if limit * 60 > (history.limit_most_s or 0) then return nil end -- more than ever: there is a reason
    local enough = friendly(history.elapsed_s / 60 * 1.5 + 10)
    if limit < 2 * enough or limit - enough < 60 then return nil end
    return {
      runs = history.elapsed_runs,
      longest = history.elapsed_s,
      asked = limit * 60,
      option = "--time=" .. clock(enough),
      stake = (limit - enough) / 60 * (job.min_cpus or 1) / 10, -- nobody is kept from these CPUs, only put off
    }
  end,
}
