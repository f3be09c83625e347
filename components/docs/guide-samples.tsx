/** A program of a guide: what is shown is the file that the tests run. */
export interface ProgramSample {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** Programs to copy, the first one open, each also as a file of its own. */
export function GuideSamples(props: {
  readonly samples: readonly ProgramSample[];
  /** The path of the guide, under which the files lie. */
  readonly path: string;
  readonly asFile: string;
}) {
  const { samples, path, asFile } = props;
  return samples.map(({ file, name, text }, i) => (
    <details key={file} id={file} open={i === 0}>
      <summary>{name}</summary>
      <a href={`${path}/${file}`}>
        <code>{file}</code> {asFile}
      </a>
      <pre translate="no">{text}</pre>
    </details>
  ));
}
