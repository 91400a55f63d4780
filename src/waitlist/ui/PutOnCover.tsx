import { type ComponentType, useState } from 'react';
import type { WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import type { Say } from './Toast.tsx';

export interface Heroine {
  words: WaitlistWords['cover'];
  /** Empty where we do not know it. */
  firstName: string;
  /** As shown, such as 1,234; none once she was let in. */
  position: string | undefined;
  /** For her friends. */
  link: string;
  say: Say;
}

/** The button for her own cover. What draws it is loaded at the press, and not before. */
export function PutOnCover(heroine: Heroine) {
  const [HerCover, show] = useState<ComponentType<Heroine & { onFail: () => void }>>();

  function fail() {
    show(undefined);
    heroine.say(MESSAGES.noCover);
  }

  async function toggle() {
    if (HerCover) return show(undefined);
    const loaded = await import('./HerCover.tsx').catch(fail);
    if (loaded) show(() => loaded.HerCover);
  }

  return (
    <>
      <button className="button put-on" type="button" aria-expanded={!!HerCover} onClick={toggle}>
        {heroine.words.open}
      </button>
      {HerCover && <HerCover {...heroine} onFail={fail} />}
    </>
  );
}
