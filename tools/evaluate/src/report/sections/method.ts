import { type Html, html } from '../html.ts';
import type { EvaluationReport } from '../report.ts';

/** How the figures were made and how far they carry. */
export function drawMethod({ threshold, bootstrap, dataset }: EvaluationReport): Html {
  return html`<section aria-labelledby="method"><h2 id="method">How to read this</h2>
<dl class="terms">
<dt>APCER</dt><dd>Attack presentation classification error rate: the share of attacks of one species that were called live. The headline is the worst species, as ISO/IEC 30107-3 asks.</dd>
<dt>BPCER</dt><dd>Bona fide presentation classification error rate: the share of genuine attempts that were called fake.</dd>
<dt>Fixed threshold</dt><dd>An attempt is called live from a score of ${threshold} up, as the service does it. This evaluation does not fit the threshold; a model that was trained or calibrated on these very captures still looks better here than it is.</dd>
<dt>BPCER at APCER 5&nbsp;%</dt><dd>BPCER at the lowest threshold that keeps every species at or below 5&nbsp;%. It is chosen on these scores, so it describes them and promises nothing.</dd>
<dt>EER, AUC</dt><dd>How well the score separates the classes at any threshold: the rate at which both errors are equal (species pooled), and the chance that a genuine attempt scores above an attack.</dd>
<dt>Balanced accuracy</dt><dd>The mean of the share of attacks called fake and the share of genuine attempts called live, species pooled.</dd>
<dt>Failure to acquire</dt><dd>Attempts without enough usable frames of exactly one face. They are in no error rate.</dd>
<dt>Attempt</dt><dd>Consecutive frames of one capture, as many as the model needs, without overlap. Stills are judged one by one with the same fusion and are reported apart.</dd>
<dt>Intervals</dt><dd>${Math.round(bootstrap.level * 100)}&nbsp;% percentile bootstrap over environments (${bootstrap.resamples} resamples, seed ${bootstrap.seed}); every attempt weighs the same. Frames of one room are near copies, so the number of rooms, not of attempts, decides how wide they are. With few rooms even these are too narrow. A figure has none when what it counts comes from one environment only, or when every resample gave the same: no error seen is not no error possible.</dd>
</dl>
<p class="note">This is a self-test by the makers of the software, not a certification. It says nothing about species that are not listed, nor about injected video. Data set version: <code>${dataset.version}</code>.</p></section>`;
}
