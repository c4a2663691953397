/** The page that a diagram is drawn on. It carries its own background, for pages do not always follow the system's choice. */

const STYLE = `
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:#1f2733}
.title{font-size:15px;font-weight:600}
.function .title{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.line{font-size:12.5px;fill:#5b6675}
.name{font-size:13px;font-weight:600;fill:#5b6675}
.note{font-size:12px;fill:#5b6675}
.doorname{font-size:12.5px;fill:#ffffff;letter-spacing:.04em}
.page{fill:#ffffff}
.card{fill:#ffffff;stroke:#d3dae3;stroke-width:1.25}
.group{fill:#f5f7fa;stroke:#d3dae3;stroke-width:1.25}
.door{fill:#3a6ea8}
.icon{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.client .icon{stroke:#3a6ea8}
.function .icon{stroke:#1d7f63}
.store .icon{stroke:#b26314}
.call,.live{fill:none;stroke:#8995a5;stroke-width:1.6}
.live{stroke-dasharray:5 4}
.end{fill:#8995a5}
@media (prefers-color-scheme:dark){
text{fill:#e6ebf2}
.line,.name,.note{fill:#9aa7b8}
.doorname{fill:#0f141b}
.page{fill:#0f141b}
.card{fill:#19212c;stroke:#334050}
.group{fill:#131a23;stroke:#334050}
.door{fill:#7fb2ea}
.client .icon{stroke:#7fb2ea}
.function .icon{stroke:#5fcba8}
.store .icon{stroke:#f0a95c}
.call,.live{stroke:#6d7c8f}
.end{fill:#6d7c8f}
}
`;

const marker = (name: string): string =>
  `<marker id="${name}-end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="end" d="M0 0L8 4L0 8z"/></marker>`;

/** @param title what the diagram says, for readers who do not see it */
export const drawPage = (
  { w, h }: { w: number; h: number },
  title: string,
  parts: readonly string[],
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-labelledby="what">`,
    `<title id="what">${title}</title>`,
    `<style>${STYLE}</style>`,
    `<defs>${marker('call')}${marker('live')}</defs>`,
    `<rect class="page" width="${w}" height="${h}" rx="16"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
