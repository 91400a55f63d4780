/**
 * Sets groups of values, each group only where all of its values are as they were seen.
 *
 * ARGV  the groups as JSON: lists of {read: a command, seen: its reply or null, write: a command}
 *
 * Replies: {'compared', a digit for each group: 1 where it was set, 0 where it changed nothing}
 */
export const COMPARE_AND_SET = `
local function isAsSeen(changes)
  for _, change in ipairs(changes) do
    if (redis.call(unpack(change.read)) or cjson.null) ~= change.seen then return false end
  end
  return true
end

local digits = {}
for i, changes in ipairs(cjson.decode(ARGV[1])) do
  local isDue = isAsSeen(changes)
  for _, change in ipairs(isDue and changes or {}) do redis.call(unpack(change.write)) end
  digits[i] = isDue and '1' or '0'
end
return {'compared', table.concat(digits)}
`;
