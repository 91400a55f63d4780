import { type Journey, PAUSES_MS, RATES } from './journey.ts';
import { figure, table } from './markdown.ts';
import { median } from './median.ts';

/** What a group of journeys came to; times are milliseconds. */
export function summary(journeys: Journey[]) {
  const honoured = journeys.filter(({ tapLost }) => !tapLost);
  const keys = journeys.map(({ slowestKey }) => slowestKey);
  return {
    count: journeys.length,
    tapsLost: journeys.length - honoured.length,
    tapToForm: median(honoured.map(({ tapToForm }) => tapToForm)),
    slowestTapToForm: Math.max(...honoured.map(({ tapToForm }) => tapToForm)),
    slowestKey: median(keys),
    worstKey: Math.max(...keys),
    shift: Math.max(...journeys.map(({ shift }) => shift)),
    charactersLost: journeys.reduce((sum, { charactersLost }) => sum + charactersLost, 0),
    unconfirmed: journeys.filter(({ confirmed }) => !confirmed).length,
  };
}

/** A row for each site and processor. Times are medians, with the worst after the dash. */
export function journeyTable(journeys: Journey[], sites: string[], floor: string): string {
  const rows = RATES.flatMap((rate) => {
    const at = journeys.filter((journey) => journey.rate === rate);
    const base = summary(at.filter(({ site }) => site === floor));
    return sites.map((site) => {
      const its = at.filter((journey) => journey.site === site);
      const all = summary(its);
      return [
        `${rate}x`,
        site,
        `${all.count}`,
        `${all.tapsLost}`,
        PAUSES_MS.map((pause) => lostAt(its, pause)).join(' '),
        `${figure(all.tapToForm, base.tapToForm)} – ${figure(all.slowestTapToForm)}`,
        `${figure(all.slowestKey, base.slowestKey)} – ${figure(all.worstKey)}`,
        all.shift.toFixed(3),
        `${all.charactersLost}`,
        `${all.unconfirmed}`,
      ];
    });
  });
  const moments = `at ${PAUSES_MS.map((ms) => `+${ms / 1000}`).join(' ')} s`;
  return table(
    [
      ...['CPU', 'site', 'journeys', 'taps lost', moments, 'tap to form ms', 'slowest key ms'],
      ...['worst CLS', 'characters lost', 'never confirmed'],
    ],
    rows,
  );
}

function lostAt(journeys: Journey[], pause: number): string {
  const { tapsLost, count } = summary(journeys.filter((journey) => journey.pause === pause));
  return `${tapsLost}/${count}`;
}
