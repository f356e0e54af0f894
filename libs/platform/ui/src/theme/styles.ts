/** Styles in the order in which they may overrule each other. */
import './fonts.css';
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import './global.css';
