/** Text in which a sentence that doesn't fit on the line starts a new one. */
export function Sentences({ text }: { text: string }) {
  // Splitting behind the space would need lookbehind, which iOS 15 lacks.
  const sentences = text.replace(/([.?!]) /g, '$1\n').split('\n');
  return sentences.map((sentence) => [
    <span key={sentence} className="sentence">
      {sentence}
    </span>,
    ' ',
  ]);
}

/** Fills in a name, which may be written in another direction than the sentence. */
export function WithName({ text, firstName }: { text: string; firstName: string }) {
  const [before, after] = text.split('{firstName}');
  return (
    <>
      {before}
      <bdi>{firstName}</bdi>
      {after}
    </>
  );
}
