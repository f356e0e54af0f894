/** Browsers give every pasted image the same name; a timestamp makes the names distinguishable. */
export function pastedName(file: Pick<File, 'name' | 'type'>, word: string, moment: Date): string {
  if (!/^image\.(png|jpe?g|gif|webp)$/i.test(file.name)) return file.name;
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? 'png';
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  const time = [two(moment.getHours()), two(moment.getMinutes()), two(moment.getSeconds())].join('.');
  return `${word} ${day} ${time}.${extension}`;
}
