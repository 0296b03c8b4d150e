import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { hasRoom } from '../../test-kit/temporary/in-memory.ts';
import { type Killing, killRepeatedly, START_MILLISECONDS } from './kills.ts';

const IMAGE_BYTES = 1024 ** 3;
/** Longest time between the cut and the SIGKILL: activity without the disk must not damage stored data. */
const LONGEST_AFTERLIFE = 50;

/**
 * FS_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: nothing more reaches the disk, neither dirty pages nor the
 * journal. Reports that it is ready and waits for a line.
 */
const SHUT_DOWN = `use Fcntl; sysopen(my $folder, $ARGV[0], O_RDONLY) or die "$ARGV[0]: $!";
  my $flags = pack('L', 2); syswrite(STDOUT, "ready"); <STDIN>;
  ioctl($folder, 0x8004587d, $flags) or die "FS_IOC_SHUTDOWN: $!";`;

type Disk = {
  mountPoint: string;
  cut(noMoreCounts: () => void): Promise<void>;
  comeBack(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Repeatedly cuts the power of a separate ext4 under a busy server: unsynced data is lost, the next mount
 * recovers the journal, and everything acknowledged must be there. Needs root and a loop device, and fails
 * without.
 */
export async function cutExt4(killing: Killing & { withoutSyncs: boolean }): Promise<void> {
  const disk = makeDisk();
  const dataDir = path.join(disk.mountPoint, 'vitrin');
  const env: Record<string, string> = { RATE_LIMITS: 'off', PAYMENTS: 'off' };
  if (killing.withoutSyncs) env['NODE_OPTIONS'] = '--import ./test-kit/disk/no-syncs.ts';
  const end = async (product: Product, noMoreCounts: () => void) => {
    await disk.cut(noMoreCounts);
    await pause(Math.random() * LONGEST_AFTERLIFE);
    await product.kill();
    await disk.comeBack();
  };
  try {
    // The first start makes the keys durable, so that a run without syncs loses user data instead.
    const first = await startProduct({ dataDir, startWithinMs: START_MILLISECONDS });
    await first.stop();
    await killRepeatedly(killing, { name: 'SQLite on ext4', env, dataDir, end, whatEnds: 'cuts' });
  } finally {
    await disk.remove();
  }
}

function makeDisk(): Disk {
  const folder = mkdtempSync(
    path.join(hasRoom('/dev/shm', 2 * IMAGE_BYTES) ? '/dev/shm' : tmpdir(), 'vitrin-ext4-'),
  );
  const [image, mountPoint] = [path.join(folder, 'image'), path.join(folder, 'mounted')];
  mkdirSync(mountPoint);
  const mount = () => run('mount', '-t', 'ext4', '-o', 'loop', image, mountPoint);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    run('truncate', '-s', String(IMAGE_BYTES), image);
    run('mkfs.ext4', '-q', '-F', image);
    mount();
  } catch (error) {
    remove();
    throw new Error('No ext4 can be mounted here: this part needs root, mkfs.ext4 and a loop device', {
      cause: error,
    });
  }
  return {
    mountPoint,
    cut: (noMoreCounts) => shutDown(mountPoint, noMoreCounts),
    async comeBack() {
      await unmount(mountPoint);
      mount();
    },
    async remove() {
      await unmount(mountPoint);
      // The folder is empty only once the disk is unmounted.
      rmdirSync(mountPoint);
      remove();
    },
  };
}

/**
 * Shuts the file system down while clients keep the server busy. Linux lets a sync succeed although the
 * shutdown has just dropped its journal commit, which no power cut does: answers from that moment on do not
 * count.
 */
async function shutDown(mountPoint: string, noMoreCounts: () => void): Promise<void> {
  const perl = spawn('perl', ['-e', SHUT_DOWN, mountPoint], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(perl, 'exit');
  await Promise.race([once(perl.stdout, 'data'), exited]);
  noMoreCounts();
  perl.stdin.end('\n');
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`The file system could not be shut down: perl ended with ${code}`);
}

/** Files of a process that has just been killed may be closed a moment later. */
async function unmount(mountPoint: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      run('umount', mountPoint);
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await pause(100);
    }
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
