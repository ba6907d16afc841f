import type { ModelManifest, ModelResult } from '@vivant/engine/model-manifest';
import type { FrameSignal } from '@vivant/engine/signals/frame-signal';
import { frameSignals } from '@vivant/engine/signals/registry';

const PROTOCOLS: Readonly<Record<ModelResult['protocol'], string>> = {
  'leave-one-environment-out': 'rooms left out one by one',
  'held-out': 'held-out rooms',
};

/**
 * Writes the model card (Mitchell et al. 2019) of a manifest as Markdown; nothing in it is edited by hand.
 * @param signalIds frame signals of the model's fusion
 */
export function renderModelCard(manifest: ModelManifest, signalIds: readonly string[]): string {
  return `# ${manifest.id}: ${manifest.label}

${manifest.description}

- Frames: ${manifest.framesRequired} required, the nets score ${manifest.framesScored} of them
- Family: ${manifest.family}; status: ${manifest.status}
- Fusion: \`${manifest.coefficients}\`${sequenceOf(manifest)}, calibrated so that a \`real_score\` of 0.65 is where 5 % of the attacks of
  the worst species would pass, or as large a share as of genuine attempts is turned away

${looksAt(manifest, frameSignals(signalIds))}

## What it is for
Telling a person in front of a webcam or a phone from a screen or a print shown to it. The answer is evidence for a
decision, not the decision: combine it with what else is known about a session.

## What it was trained and measured on
${measuredOn(manifest)}

Recordings are webcam captures of 640 by 480, mostly one person a room, gathered from public research and student
collections, many without a licence; NUAA (prints) is for research only. No picture of them is part of this project.
What is measured is a fit of the training split: without the room that is judged, or of all of it for the held-out rooms. What is
shipped has then learnt the captures of the held-out rooms, too, so that measuring it on either split flatters it.
Frames of a room are near copies of each other: the effective sample is about 13 rooms and 20 people, and intervals
are drawn over rooms. The figures are a self-test, not a certification.

## Figures
${figureTable(manifest)}

APCER and BPCER hold at the operating threshold (ISO/IEC 30107-3). A species that is not listed was not tested.
"1 frame" rows judge single pictures: the model as it runs sees ${manifest.framesRequired}.${longerThanMeasured(manifest)}
Injected stills and loops are built from the genuine captures (\`tools/train/src/attacks\`); ${manifest.objector ? 'masks' : 'face swaps and masks'} are not what this
model learns, their figures only tell how blind it is.

${alteredTable(manifest)}## Limits
${blindSpots(manifest)}${blindToInjection(manifest)}
- Threshold shift between rooms is the largest error: dark rooms and cameras unlike a webcam are the hard cases.
- Skin tone, age and gender are not labelled in the data, so differences between groups are not measured.
- Beauty filters, portrait lighting and virtual backgrounds alter skin texture and lead to false "fake" verdicts.

## Weights it builds on
${manifest.licences.map((licence) => `- ${licence}`).join('\n')}
`;
}

/** The features of a frame: by signal, and by name for the models that are documented by them. */
function looksAt({ family, objector }: ModelManifest, signals: readonly FrameSignal[]): string {
  const count = signals.reduce((sum, { features }) => sum + features.length, 0);
  const rows = signals.map(({ id, features }) =>
    family === 'spatial'
      ? `- ${id} (${features.length}): ${features.join(', ')}`
      : `- ${id}: ${features.length}`,
  );
  const objection = objector ? `\n\nBesides, \`${objector.coefficients}\` may object.` : '';
  return `## What it looks at\n${count} features of a frame:\n\n${rows.join('\n')}${objection}`;
}

function blindSpots({ objector }: ModelManifest): string {
  const never = 'Masks, make-up, generated and animated faces and injected genuine video';
  if (!objector) return `- ${never}, and swapped faces, are not what this model looks for.`;
  return `- ${never} are not what this model looks for.
- Face swaps: learnt from ten clips of one generator, made in real time. The figures leave out the source person and the
  target face; another generator may pass. Genuine videos of unknown origin, film above all, are doubted too often.`;
}

function sequenceOf({ sequence }: ModelManifest): string {
  return sequence === undefined ? '' : ` and \`${sequence}\` for the capture as a whole`;
}

function longerThanMeasured({ evaluation, framesRequired }: ModelManifest): string {
  const longest = Math.max(0, ...(evaluation?.results ?? []).map((result) => result.framesPerAttempt));
  if (!evaluation || longest >= framesRequired) return '';
  return ` No capture of the data set has ${framesRequired} frames: its
figures are of ${longest} frames, by which it was also calibrated.`;
}

/** Said of models of which the figures show that most injected pictures, or most loops, pass. */
function blindToInjection({ evaluation }: ModelManifest): string {
  const passed = (evaluation?.results ?? [])
    .filter(({ species, framesPerAttempt }) => species.startsWith('injected') && framesPerAttempt > 1)
    .map(({ apcer }) => apcer.value);
  return Math.max(0, ...passed) > 0.5
    ? '\n- Pictures or short loops of a genuine face that are injected as video pass.'
    : '';
}

function measuredOn({ evaluation }: ModelManifest): string {
  if (!evaluation) return 'Not measured.';
  return `Data set \`${evaluation.dataset}\`, version \`${evaluation.datasetVersion}\`.`;
}

function figureTable({ evaluation }: ModelManifest): string {
  if (!evaluation) return 'None yet.';
  const rows = evaluation.results.map((result) => {
    const attempts = `${result.attempts.bonaFide} / ${result.attempts.attack}`;
    const { worstEnvironment: worst } = result;
    const percents = [
      percent(result.eer),
      `${percent(result.apcer)}, ${share(worst.apcer)}`,
      `${percent(result.bpcer)}, ${share(worst.bpcer)}`,
      percent(result.bpcerAtApcer5),
    ];
    const frames = result.framesPerAttempt === 1 ? '1 frame' : `${result.framesPerAttempt} frames`;
    return [
      result.species,
      `${PROTOCOLS[result.protocol]} (${result.split})`,
      frames,
      attempts,
      `${result.environments}`,
      result.auc.value.toFixed(3) + range(result.auc, (value) => value.toFixed(3)),
      ...percents,
    ];
  });
  const header = [
    'species',
    'protocol',
    'attempt',
    'bona fide / attacks',
    'rooms',
    'AUC',
    'EER',
    'APCER, worst room',
    'BPCER, worst room',
    'BPCER at APCER 5 %',
  ];
  return table(header, rows);
}

/** How the same captures fare when they get worse, at the threshold of the captures as they are. */
function alteredTable({ evaluation }: ModelManifest): string {
  const altered = evaluation?.altered ?? [];
  if (altered.length === 0) return '';
  const header = ['captures', 'species', 'protocol', 'attempt', 'AUC', 'APCER', 'BPCER'];
  const rows = altered.map((result) => [
    result.condition,
    result.species,
    `${PROTOCOLS[result.protocol]} (${result.split})`,
    `${result.framesPerAttempt} frames`,
    result.auc.value.toFixed(3),
    percent(result.apcer),
    percent(result.bpcer),
  ]);
  return `## The same captures, altered
${table(header, rows)}

Half the resolution, JPEG of quality 40, levels to the power of 0.5 and 1.8, a third of the light with noise, less than half of the light
from the face alone, as darker skin would give back, and VP8 at 150 and 500 kbit/s, as over a call. The threshold is that of
the captures as they are.

`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function percent(estimate: ModelResult['eer']): string {
  return `${share(estimate.value)}${range(estimate, (value) => (value * 100).toFixed(1))}`;
}

function share(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

function range({ interval }: ModelResult['eer'], text: (value: number) => string): string {
  return interval ? ` [${text(interval.low)} to ${text(interval.high)}]` : '';
}
