export const README_NAME = 'README.txt';
export const DATA_NAME = 'data.jsonl';
export const LOGO_NAME = 'logo.png';
export const MANIFEST_NAME = 'manifest.json';
export const PICTURE_NAME = /^pictures\/[1-9]\d{0,9}\.(?:png|jpg)$/;
