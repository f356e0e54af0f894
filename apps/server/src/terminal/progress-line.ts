/** A line that is written over itself; where there is no terminal, only its last state is said. */
export interface ProgressLine {
  show(text: string): void;
  end(): void;
}

export function progressLine(output: NodeJS.WriteStream, say: (line: string) => void): ProgressLine {
  let last = '';
  return {
    show(text) {
      last = text;
      // Back to the first column and clear it: the new text may be shorter.
      if (output.isTTY) output.write(`\r\u001b[2K${text}`);
    },
    end() {
      if (last === '') return;
      say(output.isTTY ? '' : last);
      last = '';
    },
  };
}
