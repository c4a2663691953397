/** Lines of at most so many characters. */
export const wrap = (text: string, width: number): string[] =>
  text.split('\n').flatMap((paragraph) =>
    paragraph.split(' ').reduce<string[]>((lines, word) => {
      const last = lines.at(-1);
      if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
      else lines[lines.length - 1] = `${last} ${word}`;
      return lines;
    }, []),
  );
