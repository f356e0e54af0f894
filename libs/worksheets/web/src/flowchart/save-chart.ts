import { saveFile } from '@cotejo/ui';
import type { Chart } from './chart.ts';
import { chartSvg } from './chart-svg.ts';

/** Image pixels per chart pixel: sharp enough for print. */
const SHARPNESS = 2;
/** Pixels per side that all browsers render reliably. */
const MOST_PIXELS = 8_192;

const svgFile = (svg: string): Blob => new Blob([svg], { type: 'image/svg+xml' });

export function saveChartAsSvg(chart: Chart, name: string): void {
  saveFile(`${name}.svg`, svgFile(chartSvg(chart).svg));
}

/** Rejects when the browser cannot render it. */
export async function saveChartAsPng(chart: Chart, name: string): Promise<void> {
  const { svg, width, height } = chartSvg(chart);
  const scale = Math.min(SHARPNESS, MOST_PIXELS / Math.max(width, height));
  const address = URL.createObjectURL(svgFile(svg));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!picture) throw new Error('no picture came of it');
    saveFile(`${name}.png`, picture);
  } finally {
    URL.revokeObjectURL(address);
  }
}
