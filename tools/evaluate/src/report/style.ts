import { Html } from './html.ts';

/** The page's style sheet. Colours of curves are told apart by people with any colour vision (Okabe and Ito 2008). */
export const STYLE = new Html(`
:root {
  --page: #f5f6f8; --card: #fff; --ink: #14181f; --soft: #5a6472; --line: #dde1e7; --accent: #1a56c4;
  --genuine: #00806a; --spoof: #c8501e; --good: #00806a; --fair: #b98200; --poor: #c8321e; --badge: #fdf0d3; --badge-ink: #6b4a00;
  --t0: #14181f; --t1: #0067a8; --t2: #c8501e; --t3: #00806a; --t4: #a8488a; --t5: #8a6d00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1116; --card: #171b22; --ink: #e7ebf1; --soft: #9aa5b4; --line: #2b313b; --accent: #82b1ff;
    --genuine: #35c4a5; --spoof: #f58a5a; --good: #35c4a5; --fair: #e6b450; --poor: #ff6f5e; --badge: #3a2e10; --badge-ink: #f4d58b;
    --t0: #e7ebf1; --t1: #5eb3ee; --t2: #f58a5a; --t3: #35c4a5; --t4: #e08bc3; --t5: #e0c14f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums; }
header, main { max-width: 1180px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 36px; }
h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; margin: 10px 0 14px; }
h2 { font-size: 1.35rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 12px; }
h2 span { color: var(--soft); font-weight: 400; }
a { color: var(--accent); }
code { font: .86em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
small { color: var(--soft); font-size: .8em; font-weight: 400; }
.kind { display: inline-block; margin: 0; padding: 3px 12px; border-radius: 99px; background: var(--badge); color: var(--badge-ink); font-size: .82rem; font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: 6px 32px; margin: 0 0 24px; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 24px; margin: 0 0 24px; }
.about, .note { color: var(--soft); font-size: .88rem; margin: 0 0 14px; }
.note { margin: 10px 0 0; }
.conclusion { font-size: 1.06rem; max-width: 76ch; margin: 0 0 18px; text-wrap: pretty; }
.warning { margin: 12px 0 0; padding: 10px 14px; border-left: 4px solid var(--fair); background: var(--badge); color: var(--badge-ink); border-radius: 4px; }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; margin: 0 0 22px; background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.tiles div { background: var(--card); padding: 12px 14px; }
.tiles dt { color: var(--soft); font-size: .8rem; }
.tiles dd { margin: 2px 0 0; font-size: 1.5rem; font-weight: 650; letter-spacing: -.01em; }
.tiles small { display: block; font-size: .78rem; letter-spacing: 0; min-height: 1.4em; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 18px; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; margin-bottom: 4px; }
.plot { width: 100%; height: auto; display: block; max-width: 520px; }
.plot text { fill: var(--soft); font-size: 12.5px; }
.plot text.axis { font-size: 13px; }
.grid { stroke: var(--line); }
.frame, .baseline { fill: none; stroke: var(--soft); }
.chance { stroke: var(--soft); stroke-dasharray: 3 5; opacity: .7; }
.threshold { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 6 4; }
.curve { fill: none; stroke-width: 2.4; stroke-linejoin: round; }
.operating { fill: var(--card); stroke: var(--soft); stroke-width: 2.4; }
.tone0 { stroke: var(--t0); } .tone1 { stroke: var(--t1); } .tone2 { stroke: var(--t2); } .tone3 { stroke: var(--t3); } .tone4 { stroke: var(--t4); } .tone5 { stroke: var(--t5); }
.curve.tone0 { stroke-dasharray: 1.5 4; stroke-linecap: round; } .curve.tone2 { stroke-dasharray: 9 4; } .curve.tone4 { stroke-dasharray: 9 3 2 3; } .curve.tone5 { stroke-dasharray: 4 3; }
rect.genuine { fill: var(--genuine); } rect.spoof { fill: var(--spoof); }
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; list-style: none; margin: 4px 0 0; padding: 0; font-size: .84rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: 7px; }
.legend svg { width: 28px; height: 10px; }
.legend i { width: 12px; height: 12px; border-radius: 3px; } .legend .genuine { background: var(--genuine); } .legend .spoof { background: var(--spoof); }
.scroll { overflow-x: auto; margin-top: 20px; }
.scroll:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: start; font-weight: 600; padding-bottom: 8px; }
th, td { padding: 8px 12px; border-top: 1px solid var(--line); vertical-align: top; text-align: start; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; font-size: .82rem; vertical-align: bottom; }
th:first-child { padding-inline-start: 0; }
tbody th { font-weight: 600; }
.end { text-align: end; } td.end { white-space: nowrap; }
td b { font-weight: 600; white-space: nowrap; }
td small, th small { display: block; white-space: nowrap; line-height: 1.35; }
.rate { display: block; min-width: 76px; }
.narrow { max-width: 440px; }
.bar { display: block; height: 4px; margin-top: 4px; border-radius: 2px; background: var(--line); overflow: hidden; }
.bar span { display: block; height: 100%; } .good { background: var(--good); } .fair { background: var(--fair); } .poor { background: var(--poor); }
.wrong { color: var(--poor); font-weight: 600; }
details { margin-top: 18px; border-top: 1px solid var(--line); padding-top: 12px; }
summary { cursor: pointer; font-weight: 600; }
details caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
details .scroll { margin-top: 8px; }
.terms { display: grid; grid-template-columns: minmax(120px, 190px) 1fr; gap: 8px 20px; margin: 0; font-size: .92rem; }
.terms dt { font-weight: 600; } .terms dd { margin: 0; color: var(--soft); max-width: 80ch; }
@media (max-width: 820px) { .tiles { grid-template-columns: repeat(2, 1fr); } }
@media (max-width: 640px) {
  header, main { padding-inline: 12px; } section { padding: 16px 14px; border-radius: 10px; } h1 { font-size: 1.6rem; }
  .tiles dd { font-size: 1.25rem; }
  .terms { grid-template-columns: 1fr; gap: 0; } .terms dd { margin-bottom: 10px; }
}
@media print { body { background: #fff; } section { border: 0; padding: 0; } .series { break-before: page; } }
`);
