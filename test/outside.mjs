/**
 * Stands in jest's loader for modules that are loaded once for each worker, by Node itself and outside of the contexts of its suites
 * (jest.config.ts names them): the stack, and large libraries. So each of them is compiled once and stays warm. Loaded again for each
 * suite, they took two seconds of processor time.
 */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

export default {
  process(_source, path, { supportsStaticESM }) {
    const names = Object.keys(load(path)).filter((name) => name !== 'default');
    const loaded = `globalThis[Symbol.for('sightline.outside')](${JSON.stringify(path)})`;
    const code = supportsStaticESM
      ? `const loaded = ${loaded};\nexport default loaded.default;\nexport const { ${names} } = loaded;`
      : `module.exports = ${loaded};\n// By this jest knows the names.\n0 && (module.exports = { ${names} });`;
    return { code };
  },
};
