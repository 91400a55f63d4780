import { useEffect, useState } from 'react';
import { recall } from '../client/remembered.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { statusKeyInAddress } from '../shared/status-link.ts';
import { BackHome } from './BackHome.tsx';
import { type Joined, SignupForm } from './SignupForm.tsx';
import { StatusSearch } from './StatusSearch.tsx';

interface Props {
  words: WaitlistWords;
  consent: Consent | undefined;
}

interface View {
  isForm: boolean;
  /** CODE.TOKEN, or what the address has instead. */
  keyText: string | undefined;
  joined?: Joined;
}

export default function WaitlistIsland({ words, consent }: Props) {
  // The prerendered view is the form.
  const [view, setView] = useState<View>({ isForm: false, keyText: undefined });

  useEffect(() => {
    function readAddress() {
      setView({
        isForm: location.hash === '#join',
        keyText: statusKeyInAddress(location, recall()?.keyText),
      });
    }
    readAddress();
    // WebKit fires popstate alone for a step back to another ?ref.
    for (const moment of ['hashchange', 'popstate']) addEventListener(moment, readAddress);
  }, []);

  const { isForm, keyText, joined } = view;
  const isOpen = isForm || keyText !== undefined;

  useEffect(() => {
    if (!isOpen) return;
    // A field that is typed in already keeps the focus.
    if (!document.activeElement?.closest('.join')) {
      document.getElementById('view')?.focus({ preventScroll: true });
    }
    // As soon as it is visible again.
    return () => {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.hero')?.focus());
    };
  }, [isOpen]);

  return (
    <>
      <BackHome label={words.back} href="#" />
      {keyText === undefined ? (
        <SignupForm
          words={words.form}
          consent={consent}
          isShown={isForm}
          onJoined={(joined) => setView({ isForm: false, keyText: joined.keyText, joined })}
        />
      ) : (
        <StatusSearch key={keyText} words={words} keyText={keyText} joined={joined} />
      )}
    </>
  );
}
