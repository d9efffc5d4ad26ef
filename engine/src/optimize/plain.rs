//! Vectors and matrices as plain lists of numbers in a file.
//!
//! nalgebra's own serde support needs its `std` feature, and with it kernels that differ from
//! machine to machine.

/// A vector as a list.
pub(super) mod vector {
    use nalgebra::DVector;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::optimize) fn serialize<S: Serializer>(vector: &DVector<f64>, to: S) -> Result<S::Ok, S::Error> {
        vector.as_slice().serialize(to)
    }

    pub(in crate::optimize) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<DVector<f64>, D::Error> {
        Vec::deserialize(from).map(DVector::from_vec)
    }
}

/// A vector that may be missing.
pub(super) mod optional_vector {
    use nalgebra::DVector;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "the signature is serde's")]
    pub(in crate::optimize) fn serialize<S: Serializer>(
        vector: &Option<DVector<f64>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        vector.as_ref().map(DVector::as_slice).serialize(to)
    }

    pub(in crate::optimize) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<DVector<f64>>, D::Error> {
        Ok(Option::<Vec<f64>>::deserialize(from)?.map(DVector::from_vec))
    }
}

/// A matrix as a list of its columns, all of one length.
pub(super) mod matrix {
    use nalgebra::{DMatrix, DVector};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::optimize) fn serialize<S: Serializer>(matrix: &DMatrix<f64>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(matrix.column_iter().map(|c| c.iter().copied().collect::<Vec<f64>>()))
    }

    pub(in crate::optimize) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<DMatrix<f64>, D::Error> {
        let columns: Vec<Vec<f64>> = Vec::deserialize(from)?;
        if columns.is_empty() || columns.windows(2).any(|pair| pair[0].len() != pair[1].len()) {
            return Err(D::Error::custom("a matrix needs columns, all of one length"));
        }
        let columns: Vec<DVector<f64>> = columns.into_iter().map(DVector::from_vec).collect();
        Ok(DMatrix::from_columns(&columns))
    }
}
