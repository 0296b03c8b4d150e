import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { RESERVE_BYTES, RESERVE_FILE } from '@vitrin/engine/disk/reserve.ts';
import { error, type Finding, ok, reasonOf, warning } from '../finding.ts';
import type { Installation } from '../installation.ts';
import { inUnits } from './units.ts';

const MIB = 1024 * 1024;
const LEAST = { bytes: 256 * MIB, part: 0.01 };
const FEW = { bytes: 2048 * MIB, part: 0.05 };

/** Checks the free space and the free inodes of the file system. */
export async function checkDisk({
  config,
  statfs,
}: Pick<Installation, 'config' | 'statfs'>): Promise<Finding[]> {
  const { dataDir } = config;
  let disk;
  try {
    disk = await statfs(dataDir);
  } catch (failure) {
    return [
      error(
        `DATA_DIR ${dataDir} cannot be looked at: ${reasonOf(failure)}.`,
        'Set DATA_DIR to the right folder.',
      ),
    ];
  }
  const free = disk.bavail * disk.bsize;
  const part = disk.blocks > 0 ? disk.bavail / disk.blocks : 1;
  const amount = `${inUnits(free)} (${Math.floor(part * 100)} %)`;
  const findings: Finding[] = [];
  const advice = 'Make room on the disk of DATA_DIR, or move DATA_DIR to a larger one.';
  if (free < LEAST.bytes) findings.push(error(`The disk of DATA_DIR is full: ${amount} are free.`, advice));
  else if (free < FEW.bytes || part < FEW.part)
    findings.push(warning(`The disk of DATA_DIR has ${amount} left.`, advice));
  if (
    config.databaseUrl === undefined &&
    free < 2 * RESERVE_BYTES &&
    !(await isThere(join(dataDir, RESERVE_FILE)))
  )
    findings.push(
      error(
        `The reserve of the disk was given up, so that people go on logging in and deleting: files are refused until ${inUnits(2 * RESERVE_BYTES)} are free.`,
        'Delete what is not needed; the server takes the reserve again by itself.',
      ),
    );
  // Some file systems, such as btrfs, have no table of files and say 0.
  const files = disk.files > 0 ? disk.ffree / disk.files : 1;
  const left = `The file system of DATA_DIR takes ${disk.ffree} more files (${Math.floor(files * 100)} %).`;
  const fewer = 'Remove small files, or make the file system anew with more inodes.';
  if (files < LEAST.part) findings.push(error(left, fewer));
  else if (files < FEW.part) findings.push(warning(left, fewer));
  return findings.length > 0 ? findings : [ok(`The disk of DATA_DIR has ${amount} left.`)];
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
