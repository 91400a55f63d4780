/** Something we need is missing, wrong or down: functions answer with 503. The message has no personal data. */
export class Unavailable extends Error {}

/** A variable or a built file is missing or wrong; the message names it. */
export class Misconfigured extends Unavailable {}

/** Redis didn't respond, or refused a command; the message says why. */
export class RedisOutage extends Unavailable {}

/** A script refused, such as during a rebuild or on a list that nobody has joined; the message says why. */
export class ListUnavailable extends Unavailable {}
