/**
 * Adds a batch to a session in one step. The first key is a hash of what is known about the session: `model`,
 * `required`, `count`, `bytes`, `said` (length of the warnings), `done`, `d:` details, and `w:<JSON>` warnings with
 * their place. The second one is a hash of the frames by index.
 *
 * Arguments: model, frames required, create (1 or 0), lifetime in ms, bytes a session, length of warnings, number
 * of details, of frames, of warnings; then pairs of detail name and JSON, pairs of index and frame, warnings.
 */
export const PUT_SCRIPT = `
local key, framesKey = KEYS[1], KEYS[2]
local model = redis.call('HGET', key, 'model')
if not model and ARGV[3] == '0' then return {'absent'} end
if model and model ~= ARGV[1] then return {'other-model', model} end
if redis.call('HEXISTS', key, 'done') == 1 then return {'finished'} end

local detailsAt = 10
local framesAt = detailsAt + 2 * tonumber(ARGV[7])
local warningsAt = framesAt + 2 * tonumber(ARGV[8])
local warningsEnd = warningsAt + tonumber(ARGV[9])

local bytes = tonumber(redis.call('HGET', key, 'bytes') or '0')
for at = framesAt, warningsAt - 1, 2 do
  if redis.call('HEXISTS', framesKey, ARGV[at]) == 0 then bytes = bytes + #ARGV[at + 1] end
end
if bytes > tonumber(ARGV[5]) then return {'too-large', 'frames'} end

local said = tonumber(redis.call('HGET', key, 'said') or '0')
for at = warningsAt, warningsEnd - 1 do
  if redis.call('HEXISTS', key, 'w:' .. ARGV[at]) == 0 then said = said + #ARGV[at] end
end
if said > tonumber(ARGV[6]) then return {'too-large', 'warnings'} end

redis.call('HSET', key, 'model', ARGV[1], 'required', ARGV[2], 'bytes', bytes, 'said', said)
for at = detailsAt, framesAt - 1, 2 do redis.call('HSETNX', key, 'd:' .. ARGV[at], ARGV[at + 1]) end
for at = warningsAt, warningsEnd - 1 do
  redis.call('HSETNX', key, 'w:' .. ARGV[at], redis.call('HLEN', key))
end
local added = 0
for at = framesAt, warningsAt - 1, 2 do
  added = added + redis.call('HSETNX', framesKey, ARGV[at], ARGV[at + 1])
end
local count = redis.call('HINCRBY', key, 'count', added)
if not model or added > 0 then
  redis.call('PEXPIRE', key, ARGV[4])
  redis.call('PEXPIRE', framesKey, ARGV[4])
end
return {'stored', count - added, count, redis.call('PTTL', key)}
`;

/** Replaces what is known about a session by the note that it is done. Argument: lifetime in ms. */
export const FINISH_SCRIPT = `
local key, framesKey = KEYS[1], KEYS[2]
local model, required = unpack(redis.call('HMGET', key, 'model', 'required'))
if not model then return end
redis.call('UNLINK', key, framesKey)
redis.call('HSET', key, 'model', model, 'required', required, 'done', 1)
redis.call('PEXPIRE', key, ARGV[1])
`;

/** What is known about a session and its remaining lifetime, read at one moment. */
export const STATUS_SCRIPT = `return {redis.call('PTTL', KEYS[1]), redis.call('HGETALL', KEYS[1])}`;
