import { readContent } from '../../src/content-check/read-content.ts';
import { fillPlaceholders, formatNumber } from '../../src/waitlist/shared/labels.ts';

const { content } = await readContent();

/** The site's copy, which tests use to find parts of a page; `share` is empty if the file is missing. */
export const copy = {
  ...content,
  share: content.share ?? ({} as NonNullable<typeof content.share>),
};

/** The version of the text next to the consent box. */
export const consentVersion = copy.consent.version;

/** Matches a position's heading. */
export function positionText(position: number): RegExp {
  const text = fillPlaceholders(copy.confirmation.position, { position: formatNumber(position) });
  // The page has line breaks for spaces.
  return RegExp(`${RegExp.escape(text).replaceAll('\\x20', '\\s*')}(?![\\d,])`);
}
