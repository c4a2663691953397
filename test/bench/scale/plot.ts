/**
 * Two kinds of plots as SVG text, readable on light and dark backgrounds, without a library. Coordinates are whole pixels.
 */

const WIDTH = 860;
const COLOURS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

const STYLE = `text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:13px;fill:#1f2733}
.quiet{fill:#5b6675;font-size:12px}
.name{font-size:15px;font-weight:600}
.page{fill:#ffffff}
.grid{stroke:#d3dae3;stroke-width:1}
.line{fill:none;stroke-width:2.5}
.a{fill:#3a6ea8;stroke:#3a6ea8}.b{fill:#b26314;stroke:#b26314}.c{fill:#1d7f63;stroke:#1d7f63}
.d{fill:#8a4fa3;stroke:#8a4fa3}.e{fill:#a33b4a;stroke:#a33b4a}.f{fill:#6d7c8f;stroke:#6d7c8f}
.line.a,.line.b,.line.c,.line.d,.line.e,.line.f{fill:none}
rect{stroke:none}
@media (prefers-color-scheme:dark){
text{fill:#e6ebf2}.quiet{fill:#9aa7b8}.page{fill:#0f141b}.grid{stroke:#334050}
.a{fill:#7fb2ea;stroke:#7fb2ea}.b{fill:#f0a95c;stroke:#f0a95c}.c{fill:#5fcba8;stroke:#5fcba8}
.d{fill:#c79be0;stroke:#c79be0}.e{fill:#ef8a98;stroke:#ef8a98}.f{fill:#9aa7b8;stroke:#9aa7b8}
.line.a,.line.b,.line.c,.line.d,.line.e,.line.f{fill:none}
}`;

export interface Bar {
  name: string;
  /** Stacked in one bar, in the order of `parts`. */
  values: readonly number[];
  /** Text after the bar. */
  label: string;
}

interface BarPlot {
  title: string;
  /** Names of the bar's parts; an empty name is not in the legend. */
  parts: readonly string[];
  bars: readonly Bar[];
  /** Logarithmic scale that starts at this value. */
  log?: number;
}

const NAMES = 270;
const LABELS = 120;
const STEP = 30;

export function drawBars({ title, parts, bars, log }: BarPlot): string {
  const top = parts.length > 1 ? 76 : 52;
  const most = Math.max(...bars.map(({ values }) => sum(values)));
  const room = WIDTH - NAMES - LABELS;
  const length = (value: number): number =>
    log === undefined
      ? (value / most) * room
      : (Math.log10(Math.max(value, log) / log) / Math.log10(most / log)) * room;
  const rows = bars.map(({ name, values, label }, index) => {
    const y = top + index * STEP;
    let x = NAMES;
    const pieces = values.map((value, part) => {
      const width = Math.max(1, Math.round(length(value)));
      const piece = `<rect class="${COLOURS[part]}" x="${x}" y="${y}" width="${width}" height="20"/>`;
      x += width;
      return piece;
    });
    const texts = [text(NAMES - 10, y + 15, name, '', 'end'), text(x + 8, y + 15, label, 'quiet')];
    return [...pieces, ...texts].join('\n');
  });
  return page(title, top + bars.length * STEP + 12, [legend(parts), ...rows]);
}

export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

interface LinePlot {
  title: string;
  /** Label of the horizontal axis. */
  across: string;
  lines: readonly Line[];
}

const PLOT = { left: 80, top: 80, width: 740, height: 300 };

/** Both axes are logarithmic. */
export function drawLines({ title, across, lines }: LinePlot): string {
  const all = lines.flatMap(({ points }) => points);
  const x = axis(
    all.map(([value]) => value),
    PLOT.left,
    PLOT.width,
  );
  const y = axis(
    all.map(([, value]) => value),
    PLOT.top + PLOT.height,
    -PLOT.height,
  );
  const grid = [
    ...y.marks.map((mark) => {
      const at = y.place(mark);
      return `${rule(PLOT.left, at, PLOT.left + PLOT.width, at)}\n${text(PLOT.left - 10, at + 4, short(mark), 'quiet', 'end')}`;
    }),
    ...x.marks.map((mark) => {
      const at = x.place(mark);
      const below = PLOT.top + PLOT.height;
      return `${rule(at, PLOT.top, at, below)}\n${text(at, below + 20, short(mark), 'quiet', 'middle')}`;
    }),
  ];
  const drawn = lines.map(({ points }, index) => {
    const path = points.map(([a, b]) => `${x.place(a)} ${y.place(b)}`).join(' L');
    return `<path class="line ${COLOURS[index]}" d="M${path}"/>`;
  });
  const below = text(PLOT.left + PLOT.width, PLOT.top + PLOT.height + 42, across, 'quiet', 'end');
  const names = lines.map(({ name }) => name);
  return page(title, PLOT.top + PLOT.height + 58, [legend(names), ...grid, ...drawn, below]);
}

function axis(values: readonly number[], from: number, length: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const marks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const place = (value: number): number =>
    Math.round(from + ((Math.log10(value) - low) / (high - low)) * length);
  return { marks, place };
}

function legend(names: readonly string[]): string {
  if (names.length < 2) return '';
  let x = 24;
  return names
    .map((name, index) => {
      const entry = `<rect class="${COLOURS[index]}" x="${x}" y="46" width="12" height="12"/>\n${text(x + 18, 57, name, 'quiet')}`;
      x += 36 + name.length * 7;
      return entry;
    })
    .join('\n');
}

const rule = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="grid" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

function text(x: number, y: number, content: string, kind = '', anchor = 'start'): string {
  const written = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const attributes = `${kind && ` class="${kind}"`}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}`;
  return `<text x="${x}" y="${y}"${attributes}>${written}</text>`;
}

const page = (title: string, height: number, content: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="what">`,
    `<title id="what">${title}</title>`,
    `<style>\n${STYLE}\n</style>`,
    `<rect class="page" x="0" y="0" width="${WIDTH}" height="${height}" rx="10"/>`,
    text(24, 30, title, 'name'),
    ...content.filter((each) => each !== ''),
    '</svg>\n',
  ].join('\n');

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** 12, 1.5 k, 2 M, 3 G. */
export function short(value: number): string {
  const units = ['', ' k', ' M', ' G', ' T'];
  const step = Math.max(
    0,
    Math.min(units.length - 1, Math.floor(Math.log10(Math.max(value, 1e-9) * 1.0001) / 3)),
  );
  return `${Number((value / 1000 ** step).toPrecision(2))}${units[step]}`;
}
