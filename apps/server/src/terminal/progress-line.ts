/** A status line that overwrites itself; without a terminal only its last state is printed. */
export interface ProgressLine {
  show(text: string): void;
  end(): void;
}

export function progressLine(output: NodeJS.WriteStream, say: (line: string) => void): ProgressLine {
  let last = '';
  return {
    show(text) {
      last = text;
      // Returns to the first column and clears the line: the new text may be shorter.
      if (output.isTTY) output.write(`\r\u001b[2K${text}`);
    },
    end() {
      if (last === '') return;
      say(output.isTTY ? '' : last);
      last = '';
    },
  };
}
