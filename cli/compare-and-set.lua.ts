/**
 * Sets groups of values, each group only where all of its values are as they were seen.
 *
 * ARGV  the groups as JSON: lists of Change (compare-and-set.ts)
 *
 * Replies: {'compared', a digit for each group: 1 where it was set, 0 where it changed nothing}
 */
export const COMPARE_AND_SET = `
local keys = {
  queue = queue, admitted = admitted, members = members,
  phones = phones, waves = waves, joined = joined,
}
local isSorted = { queue = true, admitted = true }

local function read(where, field)
  if where == 'joined' then return redis.call('GET', joined) or cjson.null end
  return redis.call(isSorted[where] and 'ZSCORE' or 'HGET', keys[where], field) or cjson.null
end

local function write(where, field, due)
  if where == 'joined' then
    redis.call('SET', joined, due)
  elseif due == cjson.null then
    redis.call(isSorted[where] and 'ZREM' or 'HDEL', keys[where], field)
  elseif isSorted[where] then
    redis.call('ZADD', keys[where], due, field)
  else
    redis.call('HSET', keys[where], field, due)
  end
end

local function isAsSeen(changes)
  for _, change in ipairs(changes) do
    if read(change.where, change.field) ~= change.seen then return false end
  end
  return true
end

local digits = {}
for i, changes in ipairs(cjson.decode(ARGV[1])) do
  local isDue = isAsSeen(changes)
  if isDue then
    for _, change in ipairs(changes) do write(change.where, change.field, change.due) end
  end
  digits[i] = isDue and '1' or '0'
end
return {'compared', table.concat(digits)}
`;
