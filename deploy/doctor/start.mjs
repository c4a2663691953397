// Plain JavaScript: before `npm ci` the doctor runs on the machine's own Node, which may know no TypeScript.
if (process.features.typescript) {
  const { main } = await import('./doctor.ts');
  process.exitCode = await main();
} else {
  const [what, remedy] =
    Number.parseInt(process.versions.node, 10) < 20
      ? [`Node: ${process.versions.node} is older than 20`, 'https://nodejs.org, then npm ci']
      : ['npm ci: it has not been run', 'npm ci'];
  const isJson = process.argv.includes('--json');
  const [name, detail] = what.split(': ');
  const finding = { what: name, state: 'missing', detail, remedy };
  console.log(
    isJson ? JSON.stringify([finding], null, 2) : `MISSING ${what}\n        -> ${remedy}\n1 missing.`,
  );
  process.exitCode = 1;
}
