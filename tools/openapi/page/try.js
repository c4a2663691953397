/** Sends calls from the page when it is served next to the local stack's functions, which require no credentials. */

const LOCAL = ['127.0.0.1', 'localhost', '[::1]'];
/** When the page is served on the functions' own port. */
const BASE = '/demo-sightline/us-central1';
/** Most characters of an answer that are shown. */
const SHOWN = 20_000;

/** The local stack's Hosting tells where the functions are; the functions' own port serves the page too. */
async function findFunctions() {
  const response = await fetch('/site.json').catch(() => null);
  const site = response?.ok ? await response.json().catch(() => null) : null;
  return site?.baseUrl ?? location.origin + BASE;
}

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) {
    if (input.dataset.in === 'path')
      path = path.replace(`{${input.dataset.name}}`, encodeURIComponent(input.value));
    else if (input.value !== '') query.set(input.dataset.name, input.value);
  }
  const body = form.querySelector('textarea')?.value ?? '';
  const headers = body === '' ? {} : { 'content-type': 'application/json' };
  const { method } = form.dataset;
  const search = query.size > 0 ? `?${query}` : '';
  return { address: path + search, options: { method, headers, ...(body !== '' && { body }) } };
}

async function textOf(response) {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text/.test(type)) return `${type}, ${(await response.blob()).size} bytes`;
  const text = await response.text();
  const pretty = type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return pretty.length > SHOWN ? `${pretty.slice(0, SHOWN)}\n… ${pretty.length} characters` : pretty;
}

function show(form, line, text) {
  const result = form.querySelector('.result');
  const heading = document.createElement('p');
  heading.textContent = line;
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.textContent = text;
  result.replaceChildren(heading, shown);
}

async function send(base, form) {
  const { address, options } = requestOf(form);
  form.setAttribute('aria-busy', 'true');
  const from = performance.now();
  try {
    const response = await fetch(base + address, options);
    const text = await textOf(response);
    form.dataset.status = String(response.status);
    show(
      form,
      `${response.status} after ${Math.round(performance.now() - from)} ms: ${options.method} ${address}`,
      text,
    );
  } catch (error) {
    form.dataset.status = '0';
    show(form, `No answer: ${options.method} ${address}`, String(error));
  } finally {
    form.removeAttribute('aria-busy');
  }
}

async function begin() {
  if (!LOCAL.includes(location.hostname)) return;
  const base = await findFunctions();
  document.getElementById('where').textContent =
    `Calls are tried on ${base}, with the values that are filled in.`;
  for (const form of document.querySelectorAll('form.try')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(base, form);
    });
  }
}

/** On a wide screen the list of operations is always open. */
function fold() {
  const list = document.querySelector('nav details');
  const isWide = matchMedia('(min-width: 900px)');
  const follow = () => {
    list.open = isWide.matches;
  };
  isWide.addEventListener('change', follow);
  follow();
}

fold();
void begin();
