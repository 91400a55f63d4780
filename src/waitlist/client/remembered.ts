const NAME = 'spot';

/** All that a browser keeps of a signup: enough to greet her and to ask for her place. */
export interface Remembered {
  code: string;
  firstName: string;
}

/** Keeps who joined in this browser, where it has a storage: some in-app browsers refuse theirs. */
export function remember({ code, firstName }: Remembered): void {
  try {
    localStorage.setItem(NAME, `${code} ${firstName}`);
  } catch {}
}

/** Who joined here last; undefined for nobody, or where nothing can be kept. */
export function recall(): Remembered | undefined {
  try {
    const [, code, firstName] = /^(\w{15}) (.+)/s.exec(localStorage.getItem(NAME) ?? '') ?? [];
    return code && firstName ? { code, firstName } : undefined;
  } catch {
    return undefined;
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {}
}
