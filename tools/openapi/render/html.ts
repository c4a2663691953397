/** HTML templates that escape every inserted value. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is inserted as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = string | number | Markup | null | false | undefined | readonly Piece[];

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each);

function written(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return piece.map(written).join('');
}

/** HTML template; values in `${}` are escaped unless they are markup. */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(texts.map((text, at) => text + written(pieces[at])).join(''));

/** The subset of Markdown that the descriptions use: paragraphs, lists, `code`. */
export function prose(text: string | undefined): Markup | null {
  if (!text) return null;
  const blocks = text.split(/\n\n+/).map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`;
    return html`<p>${inline(block)}</p>`;
  });
  return html`${blocks}`;
}

export const inline = (text: string): Piece[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
