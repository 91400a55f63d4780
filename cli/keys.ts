import { KEYS } from '../netlify/queue/queue.ts';

/** Records that `verify --fix` moved aside because nobody could read them: phone -> record. */
export const UNREADABLE = '{waitlist}:unreadable';

/** A restore loads beside the list, and takes its place at the end in one go. */
export const RESTORING = {
  /** Whose restore is under way; expires soon after the last sign of life. */
  lock: '{waitlist}:restoring',
  queue: '{waitlist}:restoring:queue',
  members: '{waitlist}:restoring:members',
  unreadable: '{waitlist}:restoring:unreadable',
} as const;

/** What a list consists of; a database with any of these is not empty. */
export const LIST_KEYS: string[] = [KEYS.queue, KEYS.members, KEYS.joined, KEYS.days, UNREADABLE];
