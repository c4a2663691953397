/** Before `LONG=1 npm run test:readers`: installs what Debian has of the libraries that people train with, as root. */
import { execFileSync, spawnSync } from 'node:child_process';
import { findPython } from './python.ts';

const PACKAGES = 'python3-torch python3-torchvision python3-opencv python3-pandas cython3'.split(' ');

const canInstall = process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error;
if (process.env.LONG && !findPython().versions.torchvision) {
  if (!canInstall) console.log(`Not installed: ${PACKAGES.join(' ')} need apt-get and root.`);
  else {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'inherit' } as const;
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-qy', '--no-install-recommends', ...PACKAGES], options);
  }
}
