/** Style sheets in cascade order. */
import './fonts.css';
import '@mantine/core/styles.layer.css';
import './global.css';
