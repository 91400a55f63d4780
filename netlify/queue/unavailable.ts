/** Something we need is missing, wrong, down or refuses: functions answer with 503. The message has no personal data. */
export class Unavailable extends Error {}

/** Redis didn't respond, or refused a command; the message says why. */
export class RedisOutage extends Unavailable {}
