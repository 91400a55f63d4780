/**
 * Counts an attempt and reads how many wait. One script, so that it is one request to Redis, as a
 * signup is.
 *
 * ARGV  attempts allowed in a window (0 for no limit), its seconds
 *
 * Replies: {'waiting', how many}
 *          {'rate_limited', seconds}   until the window ends
 */
export const COUNT_WAITING = `
return refuseAbove(ARGV[1], ARGV[2]) or {'waiting', redis.call('ZCARD', queue)}
`;
