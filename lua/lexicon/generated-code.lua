-- SPDX-License-Identifier: GPL-2.0-or-later
-- Programs that execute what a language model wrote: agents, and benchmarks that test code by running it.
local function runs(name, activity, about, shows)
  shows.name, shows.domain, shows.activity, shows.about, shows.runs_generated_code = name, "llm", activity, about, true
  return shows
end

return {
  runs("EvalPlus", "evaluate", "HumanEval and MBPP with many more tests", { commands = "evalplus.evaluate, evalplus.codegen", imports = "evalplus", words = "evalplus" }),
  runs("bigcode-evaluation-harness", "evaluate", "Evaluation of models that write code", { words = "bigcode-evaluation-harness", imports = "bigcode_eval" }),
  runs("Open Interpreter", nil, "Lets a language model run code on the machine", { commands = "interpreter", imports = "interpreter" }),
  runs("OpenHands", nil, "An agent that writes and runs software", { commands = "openhands", imports = "openhands", words = "openhands" }),
  runs("SWE-agent", nil, "An agent that mends issues of repositories", { commands = "sweagent, mini-swe-agent", imports = "sweagent, minisweagent", words = "swe-agent" }),
  runs("Aider", nil, "Pair programming with a language model", { commands = "aider", imports = "aider" }),
  runs("smolagents", nil, "Small agents that act by code", { commands = "smolagent", imports = "smolagents", words = "smolagents" }),
  runs("AutoGen", nil, "Agents that talk to one another and run code", { imports = "autogen, autogen_agentchat", words = "autogen_agentchat" }),
}
