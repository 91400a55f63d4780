import { member as copy } from 'virtual:content';
import { Component, type PropsWithChildren, useEffect } from 'react';
import { FORM_MESSAGES } from '../shared/form-messages.ts';
import { SignupForm } from './SignupForm.tsx';
import { StatusLoader } from './StatusLoader.tsx';
import { HEADING, Heart } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

export default function WaitlistIsland() {
  const sheet = useVisit('sheet');

  useEffect(() => {
    addEventListener('keydown', pressKey);
    findElement('.back')?.setAttribute('role', 'button');
  }, []);

  return (
    <ErrorBoundary>
      <section className="sheet" aria-labelledby="view-title">
        {sheet.kind === 'form' ? (
          <SignupForm />
        ) : (
          <StatusLoader key={sheet.statusKey?.statusToken} sheet={sheet} />
        )}
      </section>
    </ErrorBoundary>
  );
}

/** React throws, for example, where an extension has moved a node. */
class ErrorBoundary extends Component<PropsWithChildren, { hasFailed?: true }> {
  // Class fields would need helpers in older browsers.
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    if (!this.state?.hasFailed) return this.props.children;
    return (
      // Another sheet, since React can't remove a moved node from the old one.
      <section key="failed" className="sheet" aria-labelledby="view-title">
        <div className="problem">
          <Heart />
          <h2 {...HEADING}>{FORM_MESSAGES.internal_error}</h2>
          <button className="button" type="button" onClick={() => location.reload()}>
            {copy.again}
          </button>
        </div>
      </section>
    );
  }
}

/** On Escape, closes what's open on the sheet, or otherwise the view. On Space, follows the link back. */
function pressKey(event: KeyboardEvent): void {
  const back = findElement('.back');
  // There's no hash on the first view, and during composition Escape closes the input method.
  if (event.key === 'Escape' && location.hash && !event.isComposing) {
    const open = findElement('.sheet :is([aria-expanded="true"], [open] > summary)');
    open?.focus();
    (open ?? back)?.click();
  }
  if (event.key === ' ' && event.target === back) {
    event.preventDefault();
    back?.click();
  }
}

const findElement = (selector: string) => document.querySelector<HTMLElement>(selector);
