export const REPLACE_DAMAGED =
  'stop the server, keep a copy of vitrin.sqlite, restore the newest backup, and look at the disk';
