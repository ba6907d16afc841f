import type { Page } from 'playwright-core';

/** Gives a page a camera that shows a drawing of a person, and a silent microphone. */
export async function drawCamera(page: Page, shirt: string): Promise<void> {
  await page.addInitScript((colour) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d')!;
    const disc = (fill: string, x: number, y: number, width: number, height: number) => {
      context.fillStyle = fill;
      context.beginPath();
      context.ellipse(x, y, width, height, 0, 0, 2 * Math.PI);
      context.fill();
    };
    const draw = () => {
      const sway = 6 * Math.sin(performance.now() / 700);
      context.fillStyle = '#c9d6e2';
      context.fillRect(0, 0, 640, 480);
      disc(colour, 320, 500, 190, 170);
      disc('#d9a47f', 320 + sway, 215, 88, 112);
      disc('#43302a', 320 + sway, 125, 96, 52);
      for (const side of [-34, 34]) disc('#2b2320', 320 + sway + side, 205, 8, 9);
      disc('#a8614c', 320 + sway, 268, 26, 7);
      requestAnimationFrame(draw);
    };
    draw();
    navigator.mediaDevices.getUserMedia = async ({ video } = {}) => {
      return video ? canvas.captureStream(15) : new AudioContext().createMediaStreamDestination().stream;
    };
  }, shirt);
}
