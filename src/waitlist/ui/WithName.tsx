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
