/** A sample program of a guide. Its text is the file that the tests run. */
export interface ProgramSample {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** Shows sample programs, the first one unfolded, each with a link to download it as a file. */
export function GuideSamples(props: {
  readonly samples: readonly ProgramSample[];
  /** The path of the guide; the files are served below it. */
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
