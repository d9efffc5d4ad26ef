//! What programs read: JSON and CSV.

pub(crate) mod conditions;
pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod part_row;
pub(crate) mod records;
pub(crate) mod run_record;
pub(crate) mod setting;
