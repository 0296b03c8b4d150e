const RATE = 22_050;

/** A chord that fades out, `seconds` long, as 16-bit mono wav. */
export function chordSound(frequencies: readonly number[], seconds: number): Buffer<ArrayBuffer> {
  const samples = RATE * seconds;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let place = 0; place < samples; place += 1) {
    const time = place / RATE;
    const wave = frequencies.reduce((sum, frequency) => sum + Math.sin(2 * Math.PI * frequency * time), 0);
    const loudness = 0.6 * Math.exp(-2 * time) * Math.min(1, time * 100);
    wav.writeInt16LE(Math.round((wave / frequencies.length) * loudness * 32_767), 44 + place * 2);
  }
  return wav;
}
