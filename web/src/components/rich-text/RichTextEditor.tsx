import '@mantine/tiptap/styles.layer.css';
import './prosemirror.css';
import { RichTextEditor as MantineEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EditorImageControl } from './EditorImageControl.tsx';
import { editorExtensions } from './editor-extensions.ts';
import { insertImages } from './insert-images.ts';
import { pasteProps } from './paste/paste-props.ts';
import classes from './RichTextEditor.module.css';

type RichTextEditorProps = {
  /** Read at the first render only. */
  initialHtml: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Called with pictures that are being inserted; `arrival` resolves to true if all of them arrived. */
  onImages: (arrival: Promise<boolean>) => void;
  onImageFailed: (error: unknown) => void;
  label: string;
  descriptionId?: string | undefined;
  hasError: boolean;
};

/** The editor itself, which is large: RichTextInput loads it when a form opens. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { initialHtml, onChange, onBlur, onImages, onImageFailed, label, descriptionId, hasError } = props;
  const { t } = useTranslation();
  const takeImages = (files: Iterable<File> | null | undefined): boolean => {
    const images = Array.from(files ?? []);
    if (images.length === 0 || !editor) return false;
    let haveArrived = true;
    const insertion = insertImages(editor, images, (error) => {
      haveArrived = false;
      onImageFailed(error);
    });
    onImages(insertion.then(() => haveArrived));
    return true;
  };
  const editor = useEditor({
    extensions: editorExtensions,
    content: initialHtml,
    shouldRerenderOnTransaction: true,
    // The page's policy refuses style elements, so its rules are in prosemirror.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(descriptionId && { 'aria-describedby': descriptionId }),
        ...(hasError && { 'aria-invalid': 'true' }),
      },
      ...pasteProps,
      // Office programs add a picture of the text to a copied text; the text is what is meant.
      handlePaste: (_view, { clipboardData }) =>
        clipboardData?.getData('text/plain') === '' && takeImages(clipboardData.files),
      handleDrop: (view, { dataTransfer, clientX, clientY }) => {
        const position = view.posAtCoords({ left: clientX, top: clientY });
        if (dataTransfer?.files.length && position) editor?.commands.setTextSelection(position.pos);
        return takeImages(dataTransfer?.files);
      },
    },
    onUpdate: ({ editor }) => onChange(textOf(editor.getHTML(), editor.getText())),
    ...(onBlur && { onBlur }),
  });

  return (
    <MantineEditor
      editor={editor}
      labels={{
        boldControlLabel: t('editor.bold'),
        italicControlLabel: t('editor.italic'),
        underlineControlLabel: t('editor.underline'),
        linkControlLabel: t('editor.link'),
        unlinkControlLabel: t('editor.unlink'),
        codeBlockControlLabel: t('editor.codeBlock'),
        h1ControlLabel: t('editor.heading', { level: 1 }),
        h2ControlLabel: t('editor.heading', { level: 2 }),
        h3ControlLabel: t('editor.heading', { level: 3 }),
        h4ControlLabel: t('editor.heading', { level: 4 }),
        bulletListControlLabel: t('editor.bulletList'),
        orderedListControlLabel: t('editor.orderedList'),
        tableInsertControlLabel: t('editor.table'),
        tableInsertLabel: (columns, rows) => t('editor.tableSize', { columns, rows }),
        tableRowAfterControlLabel: t('editor.rowAfter'),
        tableRowDeleteControlLabel: t('editor.rowDelete'),
        tableColumnAfterControlLabel: t('editor.columnAfter'),
        tableColumnDeleteControlLabel: t('editor.columnDelete'),
        tableDeleteControlLabel: t('editor.tableDelete'),
        undoControlLabel: t('editor.undo'),
        redoControlLabel: t('editor.redo'),
        linkEditorInputLabel: t('editor.linkAddress'),
        linkEditorInputPlaceholder: 'https://example.com',
        linkEditorExternalLink: t('editor.linkNewTab'),
        linkEditorInternalLink: t('editor.linkSameTab'),
        linkEditorSave: t('actions.save'),
      }}
      classNames={classes}
      mod={{ error: hasError }}
    >
      <MantineEditor.Toolbar role="toolbar" aria-label={t('editor.toolbar')}>
        <MantineEditor.ControlsGroup>
          <MantineEditor.H1 />
          <MantineEditor.H2 />
          <MantineEditor.H3 />
          <MantineEditor.H4 />
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.Bold />
          <MantineEditor.Italic />
          <MantineEditor.Underline />
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.BulletList />
          <MantineEditor.OrderedList />
          <MantineEditor.TableInsert maxColumns={6} maxRows={6} />
        </MantineEditor.ControlsGroup>
        {editor?.isActive('table') && (
          <MantineEditor.ControlsGroup>
            <MantineEditor.TableRowAfter />
            <MantineEditor.TableRowDelete />
            <MantineEditor.TableColumnAfter />
            <MantineEditor.TableColumnDelete />
            <MantineEditor.TableDelete />
          </MantineEditor.ControlsGroup>
        )}
        <MantineEditor.ControlsGroup>
          <MantineEditor.Link />
          <MantineEditor.Unlink />
          <EditorImageControl onImages={takeImages} />
          <MantineEditor.CodeBlock />
        </MantineEditor.ControlsGroup>
        <MantineEditor.ControlsGroup>
          <MantineEditor.Undo />
          <MantineEditor.Redo />
        </MantineEditor.ControlsGroup>
      </MantineEditor.Toolbar>
      <MantineEditor.Content />
    </MantineEditor>
  );
}

/** Empty when there is neither text nor a picture, whatever empty paragraphs there are (specification 5.9). */
function textOf(html: string, text: string): string {
  return text.trim() === '' && !html.includes('<img') ? '' : html;
}
