export interface SaidListProps {
  /** The service's, in English, if there is `say`. */
  sentences: readonly string[];
  /** One of them in the reader's language; null if there is only the English one. */
  say?: (sentence: string, at: number) => string | null;
  className?: string | undefined;
}

/** What the service or the console says, as a list. */
export function SaidList({ sentences, say = (sentence) => sentence, className }: SaidListProps) {
  return (
    <ul className={className}>
      {sentences.map((sentence, at) => {
        const said = say(sentence, at);
        return (
          <li key={sentence} {...(said === null && { lang: 'en' })}>
            {said ?? sentence}
          </li>
        );
      })}
    </ul>
  );
}
