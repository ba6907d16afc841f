import {
  area,
  areaInterval,
  milliseconds,
  NOT_MEASURED,
  percent,
  percentInterval,
  valueOf,
} from '../format.ts';
import { type Html, html } from '../html.ts';
import type { SeriesReport } from '../report.ts';

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
}

/** The headline figures of a series. */
export function drawTiles(series: SeriesReport): Html {
  const tiles = [...errorTiles(series), ...separationTiles(series), speedTile(series)];
  return html`<dl class="tiles">${tiles.map(
    ({ label, value, detail }) => html`<div><dt>${label}</dt><dd>${value}<small>${detail}</small></dd></div>`,
  )}</dl>`;
}

function errorTiles({ overall, failureToAcquire }: SeriesReport): readonly Tile[] {
  return [
    percentTile('APCER, worst species', overall.apcer),
    percentTile('BPCER', overall.bpcer),
    percentTile('Balanced accuracy', overall.balancedAccuracy),
    {
      label: 'Genuine not acquired',
      value: failureToAcquire.bonaFide ? percent(failureToAcquire.bonaFide.value) : NOT_MEASURED,
      detail: '',
    },
  ];
}

function separationTiles({ overall }: SeriesReport): readonly Tile[] {
  return [
    percentTile('EER', overall.eer),
    { label: 'AUC', value: valueOf(overall.auc, area), detail: areaInterval(overall.auc?.interval) },
    percentTile('BPCER at APCER 5 %', overall.bpcerAtApcer5),
  ];
}

function percentTile(label: string, estimate: SeriesReport['overall']['eer']): Tile {
  return { label, value: valueOf(estimate, percent), detail: percentInterval(estimate?.interval) };
}

function speedTile({ speed }: SeriesReport): Tile {
  return {
    label: 'Time per attempt, median',
    value: speed ? milliseconds(speed.msPerAttemptMedian) : NOT_MEASURED,
    detail: speed
      ? `95 % within ${milliseconds(speed.msPerAttemptP95)}; ${milliseconds(speed.msPerFrameMean)} a frame; ${speed.workers} at once`
      : '',
  };
}
