import { spawnSync } from 'node:child_process';

/**
 * Installs Debian packages, as root or by `sudo -n`, and waits for another running apt. Returns undefined on
 * success, else the reason in words.
 */
export function aptInstall(packages: readonly string[]): string | undefined {
  if (spawnSync('apt-get', ['--version']).error) return 'there is no apt-get here';
  const isRoot = process.getuid?.() === 0;
  const run = (...args: string[]) => {
    console.error(`apt-get ${args.join(' ')}`);
    const [program, ...rest] = isRoot ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
    return spawnSync(program ?? '', rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  };
  run('-o', 'DPkg::Lock::Timeout=300', 'update');
  const status = run(
    '-o',
    'DPkg::Lock::Timeout=300',
    'install',
    '-y',
    '--no-install-recommends',
    ...packages,
  );
  return status === 0 ? undefined : `apt-get install ${packages.join(' ')} failed`;
}

/**
 * Installs bubblewrap if it is missing, so that tests of the sandbox try all of its levels. If that fails, or
 * the machine refuses namespaces, they try the other levels, as their names show.
 */
export function ensureBubblewrap(): void {
  if (!spawnSync('bwrap', ['--version']).error) return;
  const reason = aptInstall(['bubblewrap']);
  if (reason !== undefined) console.error(`Tests of the sandbox go without bubblewrap: ${reason}.`);
}
